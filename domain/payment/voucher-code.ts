// Crockford's: no letter that is read as a digit.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random bytes that a code is made of. */
export const voucherCodeBytes = 28

/** The code of a voucher or gift card: twenty-eight characters in groups of four on paper, 140 bits of the random bytes given. */
export function voucherCode(bytes: Uint8Array): string {
  if (bytes.length !== voucherCodeBytes) throw new Error('a voucher code needs twenty-eight random bytes')
  return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}
