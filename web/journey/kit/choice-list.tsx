import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { CheckIcon } from './icons.tsx'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from './show-more-button.tsx'
import classes from './choice-list.module.css'

/** One possible answer. */
export interface Choice {
  readonly id: string
  readonly name: string
  readonly text?: string | null
  /** What may be read before choosing, in several lines. */
  readonly more?: string | null
  /** What the answer adds to the price or takes from it, as it is written. */
  readonly price?: string | null
}

/** A question with its answers; a tap answers and goes on, and an answer given before can be gone on with. */
export function ChoiceList(props: {
  readonly title: string
  /** `h2` where the page has a title of its own. */
  readonly heading?: 'h1' | 'h2'
  readonly text?: ReactNode
  readonly choices: readonly Choice[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}) {
  const { t } = useTranslation('journey')
  const id = useId()
  const { choices, chosen, heading: Heading = 'h1', onChoose } = props
  const { shown, others, showAll } = useTruncatedList(choices, { keeps: (choice) => choice.id === chosen })
  const isChosen = choices.some((choice) => choice.id === chosen)
  return (
    <>
      <Heading id={id} tabIndex={-1}>
        {props.title}
      </Heading>
      {props.text === undefined ? null : <div className={classes.hint}>{props.text}</div>}
      <ul className={classes.choices} aria-labelledby={id}>
        {shown.map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              className={classes.choice}
              aria-pressed={choice.id === chosen}
              onClick={() => onChoose(choice.id)}
            >
              <span className={classes.mark} aria-hidden="true">
                {choice.id === chosen ? <CheckIcon /> : null}
              </span>
              <span className={classes.choiceWords}>
                <span className={classes.choiceName}>{choice.name}</span>
                {choice.text ? <span className={classes.choiceText}>{choice.text}</span> : null}
              </span>
              {choice.price ? <span className={classes.choicePrice}>{choice.price}</span> : null}
            </button>
            {choice.more ? (
              <details className={classes.more}>
                <summary>
                  {t(($) => $.options.more)}
                  <span className="visually-hidden"> {choice.name}</span>
                </summary>
                <p>{choice.more}</p>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
      <ShowMoreButton others={others} onShow={showAll} />
      {isChosen && chosen !== null ? (
        <div className={classes.onward}>
          <Button onClick={() => onChoose(chosen)}>{t(($) => $.wizard.next)}</Button>
        </div>
      ) : null}
    </>
  )
}
