let besides = 0

/**
 * Loads a part beside the page, which goes on without it: while it is on its way, no part that fails has the page loaded
 * again. What cannot be had is an error, also where the bundler answers nothing.
 */
export async function loadInBackground<T extends object>(load: () => Promise<T | undefined>): Promise<T> {
  besides += 1
  try {
    const part = await load()
    if (part === undefined) throw new Error('a part of the app could not be loaded')
    return part
  } finally {
    besides -= 1
  }
}

/**
 * Whether a part that could not be loaded is worth loading the page again. The list of common passwords is none: it is
 * kept out of what is there offline, and a form that asks for a new password works without it.
 */
export function mayReloadHelp(error: Error): boolean {
  return besides === 0 && !error.message.includes('common-passwords')
}
