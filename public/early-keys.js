// Keeps the keys of scans that come before the app has started; `web/scan/early-keys.ts` takes them over.
;(() => {
  const keys = []
  const hear = (event) => {
    const { target } = event
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (!isField && keys.length < 2000) keys.push(event)
  }
  addEventListener('keydown', hear, true)
  window.takeEarlyKeys = () => {
    removeEventListener('keydown', hear, true)
    return keys.splice(0)
  }
})()
