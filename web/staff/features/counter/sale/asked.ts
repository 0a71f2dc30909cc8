/** What is asked besides the customer's details. */
export interface Asked {
  readonly identification: boolean
  readonly bank: boolean
}

/** Whether a check covers what is asked now: another product, payment or catalog may ask for more. */
export function covers(checkedFor: Asked | null, asked: Asked): boolean {
  return checkedFor !== null && (checkedFor.identification || !asked.identification) && (checkedFor.bank || !asked.bank)
}
