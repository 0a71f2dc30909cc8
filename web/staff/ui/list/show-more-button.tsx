import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import classes from './show-more-button.module.css'

/** Says below a list how many entries it leaves out, and brings them (SHELL-12); nothing where it leaves out none. */
export function ShowMoreButton(props: {
  readonly others: number
  readonly floor?: boolean
  readonly onShow: () => void
}) {
  const { t } = useTranslation('common')
  const { others, floor = false, onShow } = props
  if (others <= 0) return null
  const text = t(($) => $.list.others, { count: others })
  return floor ? (
    <FloorAction tone="quiet" onClick={onShow}>
      {text}
    </FloorAction>
  ) : (
    <Button variant="subtle" onClick={onShow} className={classes.more ?? ''}>
      {text}
    </Button>
  )
}
