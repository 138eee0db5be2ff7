/** A component with a life cycle: started in order, stopped in reverse order, and asked for its health. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
  /** `stalled`: which stage of it stands still; `code`: why, if not by itself. */
  health(): { readonly ok: boolean; readonly detail: string; readonly stalled?: string; readonly code?: 'mute' }
}
