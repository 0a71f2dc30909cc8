import { Way } from './link.tsx'
import { useSite } from './site.ts'
import classes from './site-logo.module.css'

/** The account's logo within its bounds, or its name; it leads to the beginning. */
export function SiteLogo() {
  const { name, logo } = useSite().branding
  return (
    <Way to="/" className={classes.logo}>
      {logo === null ? (
        <span className={classes.name}>{name}</span>
      ) : (
        <img src={logo} alt={name} className={classes.image} />
      )}
    </Way>
  )
}
