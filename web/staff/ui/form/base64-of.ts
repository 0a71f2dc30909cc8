// A call takes only so many arguments.
const step = 0x8000

/** Bytes as a call sends them within JSON. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(text)
}
