/** A value of the reference from an instant (UTC ms) on, as the form holds it while it is filled in. */
export interface ReferenceValues {
  readonly from?: number | undefined
  readonly value?: number | undefined
}
