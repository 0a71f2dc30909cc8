/** Hands a text to the person as a file. */
export function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read it by the next task at the latest.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
