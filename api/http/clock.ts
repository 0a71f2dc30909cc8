/** Tells the time; tests give one that they move. */
export type Clock = () => Date
