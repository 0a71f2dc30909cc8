const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text is a lower-case UUID of any version. */
export function isUuid(text: string): boolean {
  return pattern.test(text)
}

/**
 * A UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then randomness, so that ids made later sort later.
 * `random` gives at least 10 bytes; clock and randomness arrive as values because the domain has neither.
 */
export function uuidv7(nowMs: number, random: Uint8Array): string {
  if (random.length < 10) throw new Error('uuidv7 needs 10 random bytes')
  const bytes = new Uint8Array(16)
  let rest = nowMs
  for (let at = 5; at >= 0; at--) {
    bytes[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
