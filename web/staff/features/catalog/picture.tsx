import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { pictureAt } from '#sync/calls/sized-picture.ts'
import classes from './products.module.css'

/** A small picture; the sign for one where there is none or it does not come. */
export function Picture({ source }: { readonly source: string | null }) {
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <span className={classes.picture}>
      {source === null || source === missing ? (
        <IconPhoto size={24} stroke={1.25} aria-hidden />
      ) : (
        <img src={pictureAt(source, 96)} alt="" loading="lazy" onError={() => setMissing(source)} />
      )}
    </span>
  )
}
