const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** FNV-1a of 32 bits: a list of hashes is small, and nobody reads the passwords of others in it. */
export function passwordHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Hashes in order, each as its distance from the one before, in digits of five bits and one that says "more". */
export function encodeHashes(hashes: readonly number[]): string {
  let text = ''
  let before = 0
  for (const hash of [...new Set(hashes)].toSorted((a, b) => a - b)) {
    let distance = hash - before
    before = hash
    for (; distance >= 32; distance = Math.floor(distance / 32)) text += digits.charAt((distance % 32) + 32)
    text += digits.charAt(distance)
  }
  return text
}

/** Answers whether a hash is in such a text. */
export function readHashes(text: string): (hash: number) => boolean {
  const values = new Uint8Array(128)
  for (let digit = 0; digit < digits.length; digit++) values[digits.charCodeAt(digit)] = digit
  const hashes = new Uint32Array(text.length)
  let count = 0
  let hash = 0
  let distance = 0
  let factor = 1
  for (let at = 0; at < text.length; at++) {
    const digit = values[text.charCodeAt(at)] ?? 0
    distance += (digit % 32) * factor
    factor *= 32
    if (digit >= 32) continue
    hash += distance
    hashes[count++] = hash
    distance = 0
    factor = 1
  }
  const sorted = hashes.slice(0, count)
  return (wanted) => {
    let from = 0
    let to = sorted.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((sorted[middle] ?? 0) < wanted) from = middle + 1
      else to = middle
    }
    return sorted[from] === wanted
  }
}
