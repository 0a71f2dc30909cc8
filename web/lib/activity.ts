/** Knows how long ago a person did something on this page. */
export interface Activity {
  /** In whole seconds; 0 where the clock of the device has gone back since. */
  readonly idleSeconds: () => number
}

/** What people do on a page: a page that only asks the server by itself has none of it. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel'] as const

/** Watches a page for what its user does; that it was opened counts as something. */
export function watchActivity(page: EventTarget, nowMs: () => number = Date.now): Activity {
  let lastMs = nowMs()
  const note = (): void => {
    lastMs = nowMs()
  }
  for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true })
  return { idleSeconds: () => Math.max(0, Math.floor((nowMs() - lastMs) / 1000)) }
}

/** A way to the server whose calls say how long nobody has been there. */
export function withIdleTime(fetch: typeof globalThis.fetch, { idleSeconds }: Activity): typeof globalThis.fetch {
  return (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-idle-seconds', String(idleSeconds()))
    return fetch(address, { ...init, headers })
  }
}
