// The door of the widgets: what a dashboard needs of them.
export { Grid } from './Grid.tsx'
export { Shown as ShownWidget, needsOf } from './Shown.tsx'
export type { Needs, WidgetData } from './view.ts'
