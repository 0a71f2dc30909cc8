import { useTranslation } from 'react-i18next'
import type { HomeWidget } from '#sync/calls/public-catalog.ts'
import { pictureAt } from '#sync/calls/sized-picture.ts'
import { Assurances } from '../../kit/assurances.tsx'
import { Html } from '../../kit/html.tsx'
import { Way, LinkButton } from '../../kit/link.tsx'
import { ProductGrid } from '../../kit/product-grid.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { useSite } from '../../kit/site.ts'
import classes from './home-screen.module.css'

/** The public home: the account's widgets in their order; without a search banner the page begins with its own. */
export function HomeScreen({ widgets }: { readonly widgets: readonly HomeWidget[] }) {
  const { t } = useTranslation('home')
  const hasBanner = widgets.some(({ type }) => type === 'search_banner')
  const heading = widgets.find(({ type }) => type === 'search_banner')?.id ?? null
  return (
    <div className={classes.home}>
      {hasBanner ? null : (
        <Banner title={t(($) => $.public.headline)} text={t(($) => $.public.text)} image={null} isFirst />
      )}
      {widgets.map((widget) => (
        <Widget key={widget.id} widget={widget} isFirst={widget.id === heading} />
      ))}
      <Assurances />
      <Steps />
    </div>
  )
}

function Widget({ widget, isFirst }: { readonly widget: HomeWidget; readonly isFirst: boolean }) {
  const { t } = useTranslation('journey')
  if (widget.type === 'search_banner') return <Banner {...widget} isFirst={isFirst} />
  if (widget.type === 'html') return <Html html={widget.html} />
  if (widget.products.length === 0) return null
  return (
    <section className={classes.featured} aria-labelledby={`widget-${widget.id}`}>
      <div className={classes.featuredHead}>
        <h2 id={`widget-${widget.id}`}>{widget.title}</h2>
        <LinkButton to="/buyback/search/products" quiet>
          {t(($) => $.home.all)}
        </LinkButton>
      </div>
      <ProductGrid products={widget.products} />
    </section>
  )
}

function Banner(props: {
  readonly title: string
  readonly text: string | null
  readonly image: string | null
  readonly imageAlt?: string | null
  readonly isFirst: boolean
}) {
  const { t } = useTranslation('journey')
  const { settings } = useSite()
  const Heading = props.isFirst ? 'h1' : 'h2'
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <Heading className={classes.headline}>{props.title}</Heading>
        {props.text === null ? null : <p className={classes.lead}>{props.text}</p>}
        <SearchField isLarge />
        {settings?.categoryNavigationEnabled ? (
          <Way to="/buyback/search/categories" className={classes.aside}>
            {t(($) => $.home.categories)}
          </Way>
        ) : null}
      </div>
      {props.image === null ? null : (
        // Where there is no room for it, it is not loaded either.
        <img
          className={classes.image}
          src={pictureAt(props.image, 960)}
          alt={props.imageAlt ?? ''}
          width="560"
          height="420"
          loading="lazy"
        />
      )}
    </section>
  )
}

function Steps() {
  const { t } = useTranslation('home')
  const steps = [
    [t(($) => $.public.step1), t(($) => $.public.step1Text)],
    [t(($) => $.public.step2), t(($) => $.public.step2Text)],
    [t(($) => $.public.step3), t(($) => $.public.step3Text)],
  ] as const
  return (
    <section className={classes.steps} aria-labelledby="steps">
      <h2 id="steps">{t(($) => $.public.steps)}</h2>
      <ol className={classes.list}>
        {steps.map(([title, text]) => (
          <li key={title} className={classes.step}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
