import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { brandOf, brandVariables, contrast } from '#web/lib/brand.ts'
import { useFormat } from '#web/lib/platform.tsx'
import classes from './design.module.css'

/** How the account will look with what is being chosen, and what becomes of a colour that would be hard to read. */
export function DesignPreview(props: {
  readonly name: string
  readonly mainColor: string
  readonly logo: string | null
  readonly favicon: string | null
}) {
  const { t } = useTranslation('branding')
  const format = useFormat()
  const brand = brandOf(props.mainColor)
  const onWhite = contrast(brand.brand, '#ffffff')
  const isDarkened = brand.brandText !== brand.brand
  const ratio = (value: number): string =>
    t(($) => $.design.ratio, { ratio: format.number(Math.floor(value * 10) / 10) })
  return (
    <section className={classes.card} aria-labelledby="design-preview">
      <h2 id="design-preview">{t(($) => $.design.preview)}</h2>
      <div className={classes.site} style={{ ...brandVariables(brand, 'light') }}>
        <div className={classes.tab}>
          <img src={props.favicon ?? '/icons/icon.svg'} alt="" width={16} height={16} />
          <span>{props.name}</span>
        </div>
        <div className={classes.head}>
          {props.logo === null ? (
            <span className={classes.name}>{props.name}</span>
          ) : (
            <img className={classes.logo} src={props.logo} alt={props.name} />
          )}
        </div>
        <div className={classes.body}>
          <strong className={classes.brandText}>{t(($) => $.design.sampleTitle)}</strong>
          <p>{t(($) => $.design.sampleText)}</p>
          <span className={classes.button}>{t(($) => $.design.sampleButton)}</span>
          <span className={classes.soft}>{t(($) => $.design.sampleSoft)}</span>
        </div>
      </div>
      <Text size="sm" mt="sm">
        {t(($) => (brand.onBrand === '#ffffff' ? $.design.whiteOnColor : $.design.blackOnColor), {
          ratio: ratio(contrast(brand.brand, brand.onBrand)),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {t(($) => (isDarkened ? $.design.darkened : $.design.asChosen), { ratio: ratio(onWhite) })}
      </Text>
    </section>
  )
}
