import { useState } from 'react'
import { pictureAt } from '#sync/calls/sized-picture.ts'
import { ProductGlyph } from './icons.tsx'
import classes from './kit.module.css'

const thumb = { smallest: 96, all: [96, 240], sizes: '96px' } as const
const card = { smallest: 240, all: [96, 240, 480], sizes: '(max-width: 767px) 96px, 240px' } as const
const panel = { smallest: 480, all: [480, 960], sizes: '320px' } as const
const places = { thumb, card, panel } as const

/** A product's picture in its own square, or a drawing of its kind where there is none or it does not load. */
export function ProductPicture(props: {
  readonly image: string | null
  readonly category: string
  /** What shows it, by which the browser asks for the size that is needed. */
  readonly place?: keyof typeof places
  readonly isEager?: boolean
  /** Asked for beside the scripts, and not after them. */
  readonly isFirst?: boolean
}) {
  const [broken, setBroken] = useState<string | null>(null)
  const { image, category, place = 'thumb', isEager, isFirst } = props
  const { smallest, all, sizes } = places[place]
  return (
    <span className={classes.picture}>
      {image === null || image === broken ? (
        <ProductGlyph category={category} />
      ) : (
        <img
          src={pictureAt(image, smallest)}
          // An address elsewhere on the web has one size.
          {...(pictureAt(image, smallest) !== image && {
            srcSet: all.map((width) => `${pictureAt(image, width)} ${width}w`).join(', '),
            sizes,
          })}
          alt=""
          width="240"
          height="240"
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(image)}
        />
      )}
    </span>
  )
}
