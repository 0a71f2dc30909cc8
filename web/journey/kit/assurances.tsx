import { useSite } from './site.ts'
import classes from './kit.module.css'

/** What the account says of its reviews, of the erasure of data and of the insurance on the way; nothing where it says nothing. */
export function Assurances() {
  const { assurances } = useSite()
  return assurances ? (
    <ul className={classes.assurances}>
      {assurances.map(({ text, url }) => (
        <li key={text}>{url === null ? text : <a href={url}>{text}</a>}</li>
      ))}
    </ul>
  ) : null
}
