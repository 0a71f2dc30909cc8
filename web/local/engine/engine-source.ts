import { createContext } from 'react'
import type { TabEngine } from './tab-engine.ts'

/**
 * Where the tab's engine comes from. The start-up root asks for it before it draws anything, so that storage and worker
 * open while the page is being made; this file loads nothing of the engine.
 */
export const EngineSourceContext = createContext<Promise<TabEngine> | null>(null)
