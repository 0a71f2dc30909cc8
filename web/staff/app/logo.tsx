import { useState } from 'react'
import classes from './logo.module.css'
import { useAccountBranding, useShownName } from './use-brand.ts'

/** The account's logo; its name where there is none or it does not load. */
export function Logo() {
  const { logo, name } = useAccountBranding()
  const [broken, setBroken] = useState<string | null>(null)
  const shownName = useShownName()
  if (logo === null || broken === logo) return <span className={classes.name}>{shownName}</span>
  return <img className={classes.image} src={logo} alt={name} onError={() => setBroken(logo)} />
}
