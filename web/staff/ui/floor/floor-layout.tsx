import { use, type ReactNode } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'
import { FloorFrameContext } from './floor-frame.ts'
import classes from './floor.module.css'

/**
 * A screen of the floor: slim bar, one task, and its actions at the bottom where a thumb reaches them. The bar comes
 * from the app; `badge` replaces its connection badge where a screen shows a fuller one.
 */
export function FloorLayout(props: {
  readonly title: string
  readonly badge?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const frame = use(FloorFrameContext)
  usePageTitle(props.title)
  return (
    <div className={classes.screen}>
      <header className={classes.bar}>
        {frame.homeButton}
        <div className={classes.where}>
          <h1 className={classes.title}>{props.title}</h1>
          {frame.place ? <p className={classes.place}>{frame.place}</p> : null}
        </div>
        {frame.userButton}
      </header>
      <div className={classes.badge}>{props.badge ?? frame.badge}</div>
      <main id="main" className={classes.content} tabIndex={-1}>
        {frame.notice}
        {props.children}
      </main>
      {props.actions ? <footer className={classes.actions}>{props.actions}</footer> : null}
    </div>
  )
}
