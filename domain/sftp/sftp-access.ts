import { slugOf } from '../kernel/slug.ts'

// Crockford's, in small letters: none that is read as a digit, and no difference between shift and none.
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

const nameLetters = 20
/** Random bytes that end a user name: two accounts may have one name, and nobody guesses the next one's. */
export const sftpUserNameBytes = 6
/** Random bytes that a password is made of. */
export const sftpPasswordBytes = 30

/** The name under which an account's machines sign in: readable by its beginning, unlike any other by its end. */
export function sftpUserName(accountName: string, bytes: Uint8Array): string {
  if (bytes.length !== sftpUserNameBytes) throw new Error('a user name needs six random bytes')
  const start = slugOf(accountName)
    .slice(0, nameLetters)
    .replaceAll(/^-+|-+$/g, '')
  return `${start === '' ? 'sftp' : start}-${written(bytes)}`
}

/** The one-time password (CONN-18): thirty characters in groups of five, 150 bits of the random bytes given. */
export function sftpPassword(bytes: Uint8Array): string {
  if (bytes.length !== sftpPasswordBytes) throw new Error('a password needs thirty random bytes')
  return written(bytes).replaceAll(/(.{5})(?=.)/g, '$1-')
}

function written(bytes: Uint8Array): string {
  return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}
