// Types alone.
export {};
