-- The users of Supabase with their accounts at providers, one JSON object in each line.
select row_to_json(line)
from (
    select users.*,
        (select coalesce(json_agg(identities), '[]') from auth.identities where identities.user_id = users.id) as identities,
        (select count(*) from auth.mfa_factors
            where mfa_factors.user_id = users.id and mfa_factors.status = 'verified') as factors
    from auth.users
    order by users.id
) as line;
