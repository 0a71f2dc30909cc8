import classes from './loading-screen.module.css'

/** Holds the page while its texts are on their way; says nothing, because it has no texts yet. */
export function LoadingScreen() {
  return <div className={classes.loading} aria-busy="true" />
}
