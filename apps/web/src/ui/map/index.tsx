// Maps are fetched when they are shown: each is a part of its own.
import { lazyComponent } from '../lazy/lazyComponent.tsx'
import type { default as DrawMapView } from './DrawMap.tsx'
import type { default as SiteMapView } from './SiteMap.tsx'

type Props<C extends (props: never) => unknown> = Parameters<C>[0]

export const SiteMap = lazyComponent<Props<typeof SiteMapView>>(() => import('./SiteMap.tsx'))
export const DrawMap = lazyComponent<Props<typeof DrawMapView>>(() => import('./DrawMap.tsx'))
export type { Area } from './areas.ts'
export type { ClusterName, Pin } from './pins.ts'
