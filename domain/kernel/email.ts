/**
 * Whether an address has the shape of RFC 5321 that mail is really delivered to: one at sign, a local part without
 * blanks, a domain of at least two labels, the last of which has two characters or more; at most 254 characters.
 */
export function isEmail(value: string): boolean {
  if (value.length > 254) return false
  const [local = '', domain = '', ...more] = value.split('@')
  if (more.length > 0 || local.length > 64 || !/^[^\s<>(),;:\\"[\]]+$/.test(local)) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = domain.split('.')
  return (
    labels.length >= 2 &&
    labels.every((label) => /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label)) &&
    /^(?!\d+$).{2,}$/u.test(labels.at(-1) ?? '')
  )
}
