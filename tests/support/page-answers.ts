// What runs in pages of the public site, whichever browser they are in: each function stands alone.

/** Whether React has taken over what the server has rendered; it keeps that beside the place that it draws in. */
export function isLive(): boolean {
  interface Drawn {
    readonly stateNode: { readonly current: { readonly memoizedState: { readonly isDehydrated: boolean } } }
  }
  const place = document.querySelector('#root') ?? {}
  const [, drawn] = Object.entries(place).find(([key]) => key.startsWith('__reactContainer$')) ?? []
  return (drawn as Drawn | undefined)?.stateNode.current.memoizedState.isDehydrated === false
}

/**
 * Presses the first choice of each screen, within the page and as soon as the next one stands there, until a button has
 * the name that ends it or an IMEI is asked for. Each screen may take as long as any other expectation.
 */
export async function answerFirst(last: string): Promise<'done' | 'imei'> {
  let until = Date.now() + 20_000
  const heading = () => document.querySelector('h1')?.textContent
  let answered: string | undefined
  while (Date.now() < until) {
    if ([...document.querySelectorAll('main button')].some((button) => button.textContent.includes(last))) return 'done'
    if (heading() !== answered) {
      if (document.querySelector('main form input[inputmode=numeric]') !== null) return 'imei'
      const choice = document.querySelector<HTMLElement>('main ul button')
      if (choice !== null) {
        answered = heading()
        until = Date.now() + 20_000
        choice.click()
      }
    }
    await new Promise((drawn) => requestAnimationFrame(drawn))
  }
  throw new Error(`what follows "${answered}" has not come`)
}
