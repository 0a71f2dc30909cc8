/** Longest wait in milliseconds: a page that is not shown draws nothing. */
const longestMs = 100

/** Waits until the browser has drawn again, so that what was touched answers before work begins. */
export function afterPaint(): Promise<void> {
  return new Promise((resume) => {
    requestAnimationFrame(() => setTimeout(resume))
    setTimeout(resume, longestMs)
  })
}
