import { useState } from 'react'
import { ProductGlyph } from './icons.tsx'
import classes from './kit.module.css'

/** A product's picture in its own square, or a drawing of its kind where there is none or it does not load. */
export function ProductPicture(props: {
  readonly image: string | null
  readonly category: string
  readonly isEager?: boolean
}) {
  const [isBroken, setBroken] = useState(false)
  const { image, category, isEager } = props
  return (
    <span className={classes.picture}>
      {image === null || isBroken ? (
        <ProductGlyph category={category} />
      ) : (
        <img
          src={image}
          alt=""
          width="240"
          height="240"
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
