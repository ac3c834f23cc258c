// Apps on servers do not occur in a browser.
export class FirebaseServerAppImpl {}
