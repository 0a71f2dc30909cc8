import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../kit/link-button.tsx'
import classes from './home-screen.module.css'

/** The public home: what this is, and the way in. */
export function HomeScreen() {
  const { t } = useTranslation('home')
  const steps = [
    [t(($) => $.public.step1), t(($) => $.public.step1Text)],
    [t(($) => $.public.step2), t(($) => $.public.step2Text)],
    [t(($) => $.public.step3), t(($) => $.public.step3Text)],
  ] as const
  return (
    <>
      <section className={classes.hero}>
        <h1 className={classes.headline}>{t(($) => $.public.headline)}</h1>
        <p className={classes.lead}>{t(($) => $.public.text)}</p>
        <LinkButton href="/login">{t(($) => $.public.signIn)}</LinkButton>
      </section>
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
    </>
  )
}
