print("cardea")
