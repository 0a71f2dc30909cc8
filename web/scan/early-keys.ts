declare global {
  interface Window {
    /** Set by `public/early-keys.js`, which the document loads before the app. */
    takeEarlyKeys?: () => KeyboardEvent[]
  }
}

/** Keys that came before the app had started, outside of fields; from then on nobody else keeps any. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  return window.takeEarlyKeys?.() ?? []
}
