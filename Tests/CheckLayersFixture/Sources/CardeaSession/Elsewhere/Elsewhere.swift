struct Elsewhere {}
