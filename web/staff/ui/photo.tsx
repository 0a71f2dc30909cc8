import { useState } from 'react'
import classes from './photo.module.css'

/** A photo that opens in full; one that cannot be shown now says so in its place. */
export function Photo(props: { readonly source: string; readonly label: string; readonly missing: string }) {
  const { source, label } = props
  const [isMissing, setMissing] = useState(false)
  return (
    <figure className={classes.photo}>
      {isMissing ? (
        <span className={classes.missing}>{props.missing}</span>
      ) : (
        <a href={source} target="_blank" rel="noreferrer">
          <img src={source} alt={label} loading="lazy" onError={() => setMissing(true)} />
        </a>
      )}
      <figcaption>{label}</figcaption>
    </figure>
  )
}
