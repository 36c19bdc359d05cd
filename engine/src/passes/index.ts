/** The passes, each a policy of its own. */
export { dropThinking, type DropThinkingOptions } from './drop-thinking.js'
export { elide, type ElideOptions } from './elide.js'
export { limitOutput, type LimitOutputOptions } from './limit-output.js'
export { shorten, type Limits } from './shorten.js'
export { slidingWindow, type SlidingWindowOptions } from './sliding-window.js'
export { stripBinary, type StripBinaryOptions } from './strip-binary.js'
export { dedupe, type DedupeOptions } from './dedupe.js'
export { kindOf, type Kind } from './kinds.js'
export { supersede, type SupersedeOptions } from './supersede.js'
export { thinGutter, type ThinGutterOptions } from './thin-gutter.js'
export { formatResults, formatToolResults, type ToolResult } from './format-results.js'
export { keepEnds, type KeepEndsOptions } from './keep-ends.js'
export { LARGE_DATA_FIELDS, sanitize, sanitizeToolResult, sanitizeToolResultsJson, SIZE_THRESHOLD } from './sanitize.js'
export { summarizeToolResult, type Ask, type SummarizeResultOptions } from './summarize-result.js'
export { agentCap, truncate, type TruncateOptions } from './truncate.js'
export { cutMarker, limitResults, OUTPUT_LIMITS, truncateOutput, truncateToolResult, type OutputLimits } from './truncate-text.js'
export { outputTruncated, resultTruncated, type Truncation } from './truncation-words.js'
export { attachmentPreview, type Attachment, type PreviewOptions } from './attachment-preview.js'
export {
  buildContext,
  getAllMessages,
  getLatestCompactionPoint,
  type BuildContextOptions,
  type Session,
  type SessionMessage,
} from './build-context.js'
export { cleanToolCalls, type ToolUser } from './clean-tool-calls.js'
export {
  clampThreshold,
  COMPACTION_DEFAULTS,
  compactionSettings,
  strategyDescription,
  strategyLabel,
  strategyLabelAppendixA,
  THRESHOLD_RANGE,
  type CompactionSettings,
} from './compaction-settings.js'
export { compactionThreshold, isOverflow, triggerAt, triggerTokens, type Load, type Trigger } from './compaction-threshold.js'
export { dropRounds, type DropRoundsOptions } from './drop-rounds.js'
export { expire, type ExpireOptions } from './expire.js'
export { foldLines, type FoldLinesOptions } from './fold-lines.js'
export { foldPoints } from './fold-points.js'
export { foldText, type FoldTextOptions } from './fold-text.js'
export { generateSummary, type GenerateSummaryOptions } from './generate-summary.js'
export { cleanOrphanedToolCalls, type Paired } from './orphaned-calls.js'
export { simplifyOutdatedTerminalResults, type ChatMessage, type SimplifyOptions } from './simplify-terminal-results.js'
export { summarize, type SummarizeOptions } from './summarize.js'
export { isErrorResult, isTerminalResult, TERMINAL_TOOLS, type ToolMessage } from './terminal-results.js'
