import type { Language } from '#domain/kernel/languages.ts'
import { trustedHtml } from '#web/lib/trusted-html.ts'
import classes from './kit.module.css'

/** A text that an account has written; the server has removed everything that could run. */
export function Html({ html, lang }: { readonly html: string; readonly lang?: Language }) {
  return <div className={classes.html} lang={lang} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />
}
