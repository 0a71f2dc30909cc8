import { afterEach } from 'vitest'
import { clearScreens } from './staff-screen.tsx'

// Set up for each file: the files of the project share their modules, which a hook of a module would know once.
afterEach(clearScreens)
