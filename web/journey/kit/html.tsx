import classes from './kit.module.css'

/** A text that an account has written; the server has taken out of it whatever could act. */
export function Html({ html }: { readonly html: string }) {
  return <div className={classes.html} dangerouslySetInnerHTML={{ __html: html }} />
}
