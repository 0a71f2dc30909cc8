/** Knows which fields hold text that the user has typed and not yet sent. */
export interface TypedInput {
  readonly any: () => boolean
  /** Calls back once nothing half typed is left: at once, or when the fields are sent, emptied or gone. */
  readonly whenNone: (then: () => void) => void
}

const checkEveryMs = 1000

/** Watches the fields of a page. Search fields do not count: their text stands in the address. */
export function watchTypedInput(page: Document): TypedInput {
  const fields = new Set<HTMLInputElement | HTMLTextAreaElement>()
  page.addEventListener('input', ({ target }) => {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isText && !/^(search|checkbox|radio)$/.test(target.type)) fields.add(target)
  })
  page.addEventListener('submit', ({ target }) => {
    for (const field of fields) if (field.form === target) fields.delete(field)
  })
  const any = (): boolean => [...fields].some((field) => field.isConnected && field.value !== '')
  return {
    any,
    whenNone: (then) => {
      if (!any()) {
        then()
        return
      }
      const timer = setInterval(() => {
        if (any()) return
        clearInterval(timer)
        then()
      }, checkEveryMs)
    },
  }
}
