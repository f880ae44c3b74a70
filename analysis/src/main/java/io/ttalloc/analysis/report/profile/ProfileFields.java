package io.ttalloc.analysis.report.profile;

/** The field numbers of pprof's {@code profile.proto}. */
final class ProfileFields {
  static final int PROFILE_SAMPLE_TYPE = 1;
  static final int PROFILE_SAMPLE = 2;
  static final int PROFILE_LOCATION = 4;
  static final int PROFILE_FUNCTION = 5;
  static final int PROFILE_TEXT = 6;
  static final int PROFILE_TIME_NANOS = 9;
  static final int PROFILE_DURATION_NANOS = 10;
  static final int PROFILE_COMMENT = 13;
  static final int PROFILE_DEFAULT_SAMPLE_TYPE = 14;

  static final int VALUE_TYPE_TYPE = 1;
  static final int VALUE_TYPE_UNIT = 2;

  static final int SAMPLE_LOCATION = 1;
  static final int SAMPLE_VALUE = 2;
  static final int SAMPLE_LABEL = 3;

  static final int LABEL_KEY = 1;
  static final int LABEL_TEXT = 2;

  static final int LOCATION_ID = 1;
  static final int LOCATION_LINE = 4;

  static final int LINE_FUNCTION = 1;
  static final int LINE_LINE = 2;

  static final int FUNCTION_ID = 1;
  static final int FUNCTION_NAME = 2;
  static final int FUNCTION_SYSTEM_NAME = 3;
  static final int FUNCTION_FILE = 4;

  private ProfileFields() {}
}
