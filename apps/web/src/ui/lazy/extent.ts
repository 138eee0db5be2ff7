/** Extent of a lazy component: a page, a place within a page, or an overlay. */
export type Extent = 'page' | 'place' | 'overlay'
