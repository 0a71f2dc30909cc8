import classes from './loading-screen.module.css'

/**
 * Holds the page while its code or its texts are on their way: bars where a heading and rows will be, so that nobody
 * takes the page for an empty one. It says nothing, because it has no texts yet.
 */
export function LoadingScreen() {
  return (
    <div className={classes.loading} aria-busy="true">
      <div className={classes.heading} />
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={classes.row} />
      ))}
    </div>
  )
}
