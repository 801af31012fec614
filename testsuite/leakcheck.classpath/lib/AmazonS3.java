package com.amazonaws.services.s3;

public interface AmazonS3 {
  com.amazonaws.services.s3.model.S3Object getObject (String bucket, String key);
}
