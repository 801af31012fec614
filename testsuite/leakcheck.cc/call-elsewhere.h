/* For elsewhere.cc: functions whose bodies nobody shows.  */

void elsewhere_plain ();
void elsewhere_quiet () noexcept;
bool elsewhere_more () noexcept;
bool elsewhere_check (bool, const char *, int) noexcept;
bool elsewhere_enable (bool) noexcept;
