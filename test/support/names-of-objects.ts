/** What every plain object answers to without anybody having said it: "constructor" is also a builder in Spanish. */
export const namesOfObjects: readonly string[] = Object.getOwnPropertyNames(Object.prototype);
