/** A path as the log may hold it: without the tokens that paths of links in mails hold. */
export function nameOfPath(path: string): string {
  return path.replace(/(\/password\/new|\/renew|\/proposals|\/quotes?|\/tracking|\/corrections?|\/set-up)\/.*/, '$1/…')
}
